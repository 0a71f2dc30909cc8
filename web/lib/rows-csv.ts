import { wholeText } from '#domain/kernel/sheet-text.ts'

/** Rows as CSV (RFC 4180) with a byte order mark, which spreadsheets ask for. */
export function csvOf(rows: readonly (readonly (string | number | null)[])[], separator: ',' | ';'): string {
  const lines = rows.map((row) => row.map((value) => cell(value, separator)).join(separator))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** Address of a file with the names of columns alone, for a link that saves it. */
export function csvAddress(columns: readonly string[]): string {
  return `data:text/csv;charset=utf-8,${encodeURIComponent(csvOf([columns], ';'))}`
}

/** What spreadsheets of a language part columns by: a comma, unless the comma parts decimals. */
export function separatorOf(language: string): ',' | ';' {
  return language.startsWith('en') ? ',' : ';'
}

function cell(value: string | number | null, separator: string): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  // A text must not become a formula, nor a long number another one.
  const safe = wholeText(value)
  return safe.includes(separator) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
