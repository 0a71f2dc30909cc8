// As the spreadsheets of the four languages show what they take for a day, or for a month of a year.
const days = /^(?:\d{4}-\d\d-\d\d|\d{1,2}([/.-])\d{1,2}\1\d{4})(?: \d{1,2}:\d\d(?::\d\d)?)?$/
const month =
  '(?:[Jj]anv?|[Ff][eé][bv]r?|[Mm]ars?|[Mm]rt|[Mm]är|[Aa]vr|[Aa]pr|[Mm]a[iy]|[Mm]ei|[Jj]uin|[Jj]uil|[Jj]u[ln]|[Aa]oût|[Aa]ug|' +
  '[Ss]ept?|[Oo][ck]t|[Nn]ov|[Dd][eé][cz])'
const months = new RegExp(`^(?:\\d{1,2}[-. ] ?${month}\\.?|${month}\\.?[- ]\\d\\d)$`)

/** Whether a text is what a spreadsheet makes of a code that it takes for a date, as of `1-2` or `MAR12`. */
export function isDated(text: string): boolean {
  return days.test(text) || months.test(text)
}

/** Whether two texts are digits that differ in the zeros before them alone, as when a spreadsheet took them for numbers. */
export function hasLostZeros(text: string, whole: string): boolean {
  return (
    text !== whole &&
    text.length < whole.length &&
    /^\d+$/.test(text) &&
    /^0+$/.test(whole.slice(0, -text.length)) &&
    whole.endsWith(text)
  )
}

/** What references that nobody tells apart have in common: letters of any size, zeros before them or none. */
export function lookalikeKey(reference: string): string {
  return reference.toLowerCase().replace(/^0+/, '')
}

/** What a GTIN is found by: its digits without the zeros before them, which a spreadsheet drops. */
export function gtinKey(gtin: string): string {
  return /^\d+$/.test(gtin) ? gtin.replace(/^0+/, '') : gtin
}

/** A GTIN in each of the lengths that the zeros before it allow. */
export function gtinVariants(gtin: string): readonly string[] {
  if (!/^\d+$/.test(gtin)) return [gtin]
  const bare = gtinKey(gtin)
  return [
    ...new Set([
      gtin,
      ...[8, 12, 13, 14].filter((length) => length >= bare.length).map((length) => bare.padStart(length, '0')),
    ]),
  ]
}

// As the spreadsheets of the four languages write them.
const failures =
  /^#(?:N\/A|NV|N\/B|REF!|BEZUG!|VERW!|NAME\?|NOM\s?\?|NAAM\?|VALUE!|VALEUR!|WERT!|WAARDE!|DIV\/0!|DEEL\/0!|NUM!|NOMBRE!|ZAHL!|GETAL!|NULL!|NUL!|LEEG!|SPILL!|CALC!)$/i

/** Whether a cell holds what a spreadsheet writes where a formula has failed. */
export function isFailedFormula(text: string): boolean {
  return text.startsWith('#') && failures.test(text)
}
