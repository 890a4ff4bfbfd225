// An origin that is none is said to be so, with what one looks like.
// RUN: not fathom generate --origin choices:nowhere:00 2>&1 | FileCheck %s

// CHECK: there is no profile 'nowhere'; it looks like choices:default:9f3a
