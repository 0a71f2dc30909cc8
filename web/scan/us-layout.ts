// What a scanner that is set to a US keyboard means by each key position, without and with Shift.
const symbols: Readonly<Record<string, readonly [string, string]>> = {
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Backslash: ['\\', '|'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  Backquote: ['`', '~'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  Space: [' ', ' '],
  NumpadAdd: ['+', '+'],
  NumpadSubtract: ['-', '-'],
  NumpadMultiply: ['*', '*'],
  NumpadDivide: ['/', '/'],
  NumpadDecimal: ['.', '.'],
}
const shiftedDigits = ')!@#$%^&*('

/** The character at a key's position on a US keyboard; null for a key that has none. */
export function usCharacter(code: string, shift: boolean): string | null {
  if (/^Key[A-Z]$/.test(code)) return shift ? code.charAt(3) : code.charAt(3).toLowerCase()
  if (/^Digit\d$/.test(code)) return shift ? shiftedDigits.charAt(Number(code.charAt(5))) : code.charAt(5)
  if (/^Numpad\d$/.test(code)) return code.charAt(6)
  return symbols[code]?.[shift ? 1 : 0] ?? null
}
