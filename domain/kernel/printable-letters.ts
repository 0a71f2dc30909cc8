// Of the scripts that the type of our papers has whole (Arimo), the letters that languages of today are written in:
// Latin with its extensions, Greek and Cyrillic, each with accents set above; and the signs that texts in them use.
const letters =
  '\\u0020-\\u007e\\u00a0-\\u00ac\\u00ae-\\u024f\\u0259\\u02b9-\\u02bf\\u02c6\\u02dc\\u0300-\\u0331\\u0384-\\u038a\\u038c' +
  '\\u038e-\\u03a1\\u03a3-\\u03ce\\u0400-\\u0482\\u048a-\\u052f\\u1e00-\\u1eff'
const signs =
  '\\u2010-\\u2015\\u2018-\\u201e\\u2020-\\u2022\\u2026\\u2030\\u2032\\u2033\\u2039\\u203a\\u20ac\\u20b4\\u20bd\\u2116\\u2122'

const printable = new RegExp(`^[${letters}${signs}]*$`, 'u')

/** Whether the type of our papers has all characters of a text. */
export function isPrintable(text: string): boolean {
  return printable.test(text.normalize('NFC'))
}
