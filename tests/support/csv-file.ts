import { stringify } from 'csv-stringify/sync'

/** Lines of a file as a spreadsheet saves them; a line says nothing in the columns that only others have. */
export function csvOf(rows: readonly Readonly<Record<string, string>>[], delimiter = ';'): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  // Spreadsheets quote each break within a cell, whatever ends their lines.
  const quoted_match = /[\r\n]/
  return stringify([...rows], {
    columns,
    header: true,
    delimiter,
    bom: true,
    record_delimiter: 'windows',
    quoted_match,
  })
}
