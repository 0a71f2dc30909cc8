import type { Operation } from './operation.ts'

// What a device says of an operation's place among the others travels as lanes of their own, because lanes are outside
// the payload hash: they may be added where an operation is sent again, and an earlier version of the server ignores
// them.

type Marked = Pick<Operation, 'lanes'>

const after = 'after:'
const refused = 'refused:'

/** Says that an operation of another queue has to be decided first, regardless of the decision. */
export function afterMark(opId: string): string {
  return after + opId
}

/** Says that a person has resolved the refusal of an operation: an engine that gets it again does not run it. */
export function refusedMark(code: string): string {
  return refused + code
}

/** Lanes without what was said of a refusal. */
export function withoutRefusal(lanes: readonly string[]): string[] {
  return lanes.filter((lane) => !lane.startsWith(refused))
}

/** The operations that have to be decided before one, regardless of their decision. */
export function comesAfter({ lanes }: Marked): string[] {
  return lanes.flatMap((lane) => (afterForm.test(lane) ? [lane.slice(after.length)] : []))
}

/** The operations whose decision one waits for: those that it rests on, and those that it comes after. */
export function awaitedBy(op: Pick<Operation, 'lanes' | 'dependsOn'>): string[] {
  return [...op.dependsOn, ...comesAfter(op)]
}

/** The code of a refusal that its author's device knows to be settled; null for everything that is to be run. */
export function resolvedRefusal({ lanes }: Marked): string | null {
  const mark = lanes.find((lane) => refusedForm.test(lane))
  return mark === undefined ? null : mark.slice(refused.length)
}

const afterForm = /^after:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const refusedForm = /^refused:[A-Z][A-Z0-9_]{0,59}$/
