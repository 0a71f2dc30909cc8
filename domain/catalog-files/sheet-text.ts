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

/** The text of such a cell; one that was typed and marks nothing stays as it is, and so do negative numbers. */
export function textOfSheet(cell: string): string {
  return cell.startsWith("'") && computes.test(cell) ? cell.slice(1) : cell
}
