/**
 * How postal codes of a country are written: `#` is a digit, `@` a letter, `*` either; blanks and dashes are put where the
 * post puts them. A country with several ways has several shapes.
 */
const shapes: Readonly<Record<string, string>> = {
  AD: 'AD###',
  AT: '####',
  AU: '####',
  BE: '####',
  BG: '####',
  BR: '#####-###',
  CA: '@#@ #@#',
  CH: '####',
  CY: '####',
  CZ: '### ##',
  DE: '#####',
  DK: '####',
  EE: '#####',
  ES: '#####',
  FI: '#####',
  FR: '#####',
  GR: '### ##',
  HR: '#####',
  HU: '####',
  IE: '*** ****',
  IS: '###',
  IT: '#####',
  JP: '###-####',
  LI: '####',
  LT: 'LT-#####',
  LU: '####',
  LV: 'LV-####',
  MC: '#####',
  MT: '@@@ ####',
  NL: '#### @@',
  NO: '####',
  PL: '##-###',
  PT: '####-###',
  RO: '######',
  RS: '#####',
  SE: '### ##',
  SI: '####',
  SK: '### ##',
  SM: '#####',
  UA: '#####',
  US: '#####|#####-####',
  VA: '#####',
  ...Object.fromEntries(
    ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'WF', 'YT'].map((code) => [code, '#####']),
  ),
  ...Object.fromEntries(
    ['GB', 'GG', 'GI', 'IM', 'JE'].map((code) => [code, '@# #@@|@## #@@|@#@ #@@|@@# #@@|@@## #@@|@@#@ #@@']),
  ),
}

/** What no post gives, where the shape alone would let it pass. */
const neverGiven: Readonly<Record<string, RegExp>> = {
  AT: /^0/,
  BE: /^0/,
  BG: /^0/,
  CH: /^0/,
  CY: /^0/,
  DE: /^00/,
  ES: /^(?:00|5[3-9]|[6-9])/,
  FR: /^(?:000|96|99)/,
  HU: /^0/,
  LI: /^(?!94(?:8[5-9]|9[0-8]))/,
  LU: /^0/,
  MC: /^(?!980)/,
  NL: /^0|S[ADS]$/,
  SI: /^0/,
  SM: /^(?!4789)/,
  VA: /^(?!00120)/,
}

// What stands before the code of another country in an address: its sign, by the post's list or on cars.
const signs: Readonly<Record<string, string>> = {
  AT: 'A',
  BE: 'B',
  DE: 'D',
  ES: 'E',
  FI: 'FIN',
  FR: 'F',
  HU: 'H',
  IT: 'I',
  LI: 'FL',
  LU: 'L',
  NO: 'N',
  PT: 'P',
  SE: 'S',
  SI: 'SLO',
  SM: 'RSM',
  VA: 'V',
}

/** Whether the ways of writing a country's codes are known here. */
export function knowsPostalCodes(country: string): boolean {
  return Object.hasOwn(shapes, country)
}

/** A postal code as the post of a country writes it, however a person did; null where it is none. */
export function postalCode(typed: string, country: string): string | null {
  const bare = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  const sign = signs[country]
  for (const shape of (shapes[country] ?? '').split('|')) {
    const lettered = [country, ...(sign === undefined ? [] : [sign])]
    for (const code of [bare, ...lettered.flatMap((letters) => behind(bare, letters))]) {
      const written = inShape(code, shape) ?? inShape(`${country}${code}`, shape)
      if (written !== null && !/^[0\s-]+$/.test(written) && neverGiven[country]?.test(written) !== true) return written
    }
  }
  return null
}

function behind(bare: string, letters: string): readonly string[] {
  return bare.startsWith(letters) ? [bare.slice(letters.length)] : []
}

function inShape(code: string, shape: string): string | null {
  let at = 0
  let written = ''
  for (const place of shape) {
    const character = code[at] ?? ''
    const isRight =
      place === '#'
        ? /^[0-9]$/.test(character)
        : place === '@'
          ? /^[A-Z]$/.test(character)
          : place === '*'
            ? /^[A-Z0-9]$/.test(character)
            : null
    if (isRight === false) return null
    if (isRight === true || character === place) {
      written += character
      at += 1
    } else if (/[ -]/.test(place)) written += place
    else return null
  }
  return at === code.length ? written : null
}
