// Where a spreadsheet begins to compute; some take the signs of full width alike. Quotes before it are text that was
// there already.
const computes = /^'*[=+\-@\t\r＝＋－＠]/

/**
 * A text as a cell that no spreadsheet computes: one single quote stands before what would begin a formula. It stands
 * before a text, too, that has such a quote of its own, so that reading takes off the one that writing added.
 */
export function sheetText(text: string): string {
  return computes.test(text) ? `'${text}` : text
}

// What a spreadsheet takes for a number, and shows and saves as another one: it keeps fifteen digits, shows twelve and
// more in a short form, and drops zeros before the first.
const loses = /^(?:0\d+|\d{12,})$/

/**
 * A text as a cell that a spreadsheet neither computes nor takes for a number that it cannot keep: IMEIs, GTINs and codes
 * with zeros before them stand as text by a formula of their own, which an import reads as the text that it is.
 */
export function wholeText(text: string): string {
  return loses.test(text) ? `="${text}"` : sheetText(text)
}

// How a text of digits is kept whole by those who know that a spreadsheet makes a number of it.
const guarded = /^="([^"]*)"$/

/**
 * The text of such a cell, and of one that is kept as text by a formula of its own (`="0123"`); one that was typed and
 * marks nothing stays as it is, and so do negative numbers.
 */
export function textOfSheet(cell: string): string {
  if (cell.startsWith("'") && computes.test(cell)) return cell.slice(1)
  return cell.includes('="') ? (guarded.exec(cell.trim())?.[1] ?? cell) : cell
}

// Spreadsheets show long numbers so, and write into a file what they show. A reference such as `3E12` is none of them.
const scientific = /^[-+]?\d(?:[.,]\d+)?E\+\d{1,3}$/i

/** Whether a spreadsheet has written a long number in its short form, which has lost its last digits. */
export function isMangled(text: string): boolean {
  return scientific.test(text)
}
