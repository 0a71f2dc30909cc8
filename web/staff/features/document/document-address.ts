import type { MediaSize } from '#domain/document/document-kind.ts'
import type { PrintRequest } from '#web/staff/ui/use-print.ts'

/** Where the server keeps a paper as PDF. */
export function pdfAddress({ kind, id }: PrintRequest, media: MediaSize): string {
  return `/api/documents/${kind.replaceAll('_', '-')}/${id}.pdf?media=${media}`
}

/** Opens a file of the server beside the app; a press of a key or a button allows it. */
export function openBeside(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.target = '_blank'
  link.rel = 'noopener'
  link.click()
}
