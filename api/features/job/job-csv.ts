import { csvCells, type CsvColumns, type CsvStyle } from '#api/documents/csv-stream.ts'
import de from '#locales/de-DE/job.json' with { type: 'json' }
import en from '#locales/en-GB/job.json' with { type: 'json' }
import fr from '#locales/fr-FR/job.json' with { type: 'json' }
import nl from '#locales/nl-BE/job.json' with { type: 'json' }
import type { JobAnswer } from '#sync/calls/job.ts'

const texts = { 'fr-FR': fr, 'en-GB': en, 'nl-BE': nl, 'de-DE': de } as const

/** The columns of jobs; a queue or kind without words of its own is called by its name. */
export function jobColumns(style: CsvStyle): CsvColumns<JobAnswer> {
  const { column, queue, kind, state } = texts[style.language]
  const { moment } = csvCells(style)
  const wordOf = (words: Readonly<Record<string, string>>, name: string): string => words[name] ?? name
  return [
    [column.queue, (job) => wordOf(queue, job.queue)],
    [column.kind, (job) => (job.kind === null ? null : wordOf(kind, job.kind))],
    [column.state, (job) => state[job.state]],
    [column.subject, (job) => job.buybackCode ?? job.recipient],
    [column.error, (job) => job.error],
    [column.attempts, (job) => String(job.attempts)],
    [column.createdAt, (job) => moment(job.createdAt)],
    [column.dueAt, (job) => moment(job.dueAt)],
  ]
}
