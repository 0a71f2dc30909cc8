/** What a field for a code tells the browser: no help with words, and the letters that codes have. */
export const codeField = {
  autoComplete: 'off',
  autoCapitalize: 'characters',
  autoCorrect: 'off',
  spellCheck: false,
} as const
