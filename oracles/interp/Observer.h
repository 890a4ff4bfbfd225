// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks on while a program is interpreted.
#ifndef FATHOM_ORACLES_INTERP_OBSERVER_H
#define FATHOM_ORACLES_INTERP_OBSERVER_H

namespace fathom::interp {

class Frame;
struct Instr;

/// Is told of every op, those inside loops each time, in the order in which they are done, but for the ways of a branch on an undefined
/// value. May look at the frame's values, and changes nothing.
class Observer {
public:
  virtual ~Observer();
  virtual void before(Frame &f, const Instr &i) {}
  /// Not called for the op that ended the run.
  virtual void after(Frame &f, const Instr &i) {}
};

} // namespace fathom::interp

#endif
