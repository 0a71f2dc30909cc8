/** Types of a circuit's instructions, each with a picture of its own (CIRC-08). */
export const instructionTypes = [
  'agenda',
  'close',
  'deliver',
  'insert',
  'join',
  'mailbox',
  'post',
  'print',
  'protect',
  'sign',
  'none',
] as const
