import { parse } from 'csv-parse/sync'
import { refuse, type Failure } from '#api/http/failure.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { importLimits, isImportHead, reasonColumn, type ImportColumn } from '#domain/organization/user-import.ts'

/** A file of users as cells. */
export interface UserCsv {
  readonly columns: readonly ImportColumn[]
  readonly lines: readonly { readonly line: number; readonly cells: readonly string[] }[]
}

/** Reads a file of users, separated by semicolons or commas as its head is; empty lines are passed over. */
export function readUserCsv(csv: string): Result<UserCsv, Failure> {
  const text = csv.replace(/^\uFEFF/, '')
  const delimiter = (text.split(/\r?\n/, 1)[0] ?? '').includes(';') ? ';' : ','
  const rows = rowsOf(text, delimiter)
  if (rows === null) return refuse('USER_FILE_UNREADABLE', { field: 'csv' })
  const [head, ...lines] = rows
  const names = head?.cells.map((cell) => cell.trim()) ?? []
  const reasonAt = names.indexOf(reasonColumn)
  const read = (cells: readonly string[]) => cells.filter((_cell, at) => at !== reasonAt)
  const columns = read(names)
  if (!isImportHead(columns)) return refuse('USER_FILE_HEAD', { field: 'csv' })
  if (lines.length > importLimits.lines) return refuse('USER_FILE_TOO_LONG', { field: 'csv' })
  return succeed({ columns, lines: lines.map(({ line, cells }) => ({ line, cells: read(cells) })) })
}

interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

function rowsOf(text: string, delimiter: string): readonly Row[] | null {
  if (/[\0\uFFFD]/.test(text)) return null
  try {
    const found = parse(text, { delimiter, info: true, relax_column_count: true, skip_records_with_empty_values: true })
    let end = 0
    return (
      found as unknown as readonly { readonly record: string[]; readonly info: { readonly lines: number } }[]
    ).map(({ record, info }) => {
      // A quoted cell may go over several lines: a record is named by the first of them.
      const breaks = record.join('').split('\n').length - 1
      end = info.lines
      return { line: end - breaks, cells: record }
    })
  } catch {
    return null
  }
}
