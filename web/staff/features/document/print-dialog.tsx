import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fitsMedia, isMadeOnDevice, mediaOfKind, type MediaSize } from '#domain/document/document-kind.ts'
import type { Sheet } from '#domain/document/sheet.ts'
import type { PrinterAnswer } from '#sync/calls/document.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useDialogCommands } from '#web/scan/use-dialog-commands.ts'
import { FloorChoice } from '#web/staff/ui/floor/floor-choice.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { FloorSheet } from '#web/staff/ui/floor/floor-sheet.tsx'
import type { PrintRequest } from '#web/staff/ui/print/use-print.ts'
import { printersQuery } from './document-calls.ts'
import type { PrintChoice, PrintTarget } from './print-choice.ts'
import type { LocalSheet } from './use-local-sheet.ts'
import styles from './document.module.css'

const SheetPages = lazy(() =>
  import('#web/staff/ui/print/sheet-pages.tsx').then((module) => ({ default: module.SheetPages })),
)

/** A paper that waits for the answer where to print it, with what went wrong before. */
export interface Printing {
  readonly request: PrintRequest
  readonly problem: string | null
}

interface Props {
  readonly printing: Printing
  readonly online: boolean
  readonly busy: boolean
  readonly first: PrintChoice
  readonly localSheet: LocalSheet
  readonly onPrint: (choice: PrintChoice, printerName: string, isKept: boolean) => void
  readonly onClose: () => void
}

/** Asks where to print; command barcodes press its buttons. */
export function PrintDialog({ printing, online, busy, first, localSheet, onPrint, onClose }: Props) {
  const { t } = useTranslation('document')
  const { request, problem } = printing
  const http = useHttp()
  const found = useQuery({ ...printersQuery(http), enabled: online })
  const printers = (found.data?.['hydra:member'] ?? []).filter(
    (printer) => printer.active && fitsMedia(request.kind, printer.media),
  )
  const [target, setTarget] = useState<PrintTarget>(first.target)
  const [media, setMedia] = useState<MediaSize>(first.media)
  const [isKept, setKept] = useState(false)
  const usable = online ? target : ({ type: 'device' } as const)
  const printer = usable.type === 'printer' ? printers.find(({ id }) => id === usable.id) : undefined
  const medium = printer?.media ?? media
  const send = (): void => {
    if (!busy) onPrint({ target: usable, media: medium }, printer?.name ?? '', isKept)
  }
  useDialogCommands({ onConfirm: send, onCancel: onClose })
  return (
    <FloorSheet
      title={`${t(($) => $.printing.title)} : ${titleOf(request, t)}`}
      closeLabel={t(($) => $.printing.close)}
      onClose={onClose}
      actions={
        <FloorAction onClick={send} busy={busy}>
          {t(($) => $.printing.print)}
        </FloorAction>
      }
    >
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {!online && <p className={styles.hint}>{t(($) => $.printing.offline)}</p>}
      <fieldset className={styles.choices}>
        <legend>{t(($) => $.printing.where)}</legend>
        {printers.map((each) => (
          <Choice
            key={each.id}
            name={each.name}
            hint={hintOf(each, t)}
            pressed={usable.type === 'printer' && usable.id === each.id}
            onClick={() => setTarget({ type: 'printer', id: each.id })}
          />
        ))}
        {online && (
          <Choice
            name={t(($) => $.printing.pdf)}
            hint={t(($) => $.printing.pdfHint)}
            pressed={usable.type === 'pdf'}
            onClick={() => setTarget({ type: 'pdf' })}
          />
        )}
        {isMadeOnDevice(request.kind) && (
          <Choice
            name={t(($) => $.printing.device)}
            hint={t(($) => $.printing.deviceHint)}
            pressed={usable.type === 'device'}
            onClick={() => setTarget({ type: 'device' })}
          />
        )}
      </fieldset>
      {printer === undefined && (
        <fieldset className={styles.choices}>
          <legend>{t(($) => $.printing.medium)}</legend>
          {mediaOfKind[request.kind].map((each) => (
            <FloorChoice key={each} pressed={media === each} onClick={() => setMedia(each)}>
              {t(($) => $.printing.mediaName[each])}
            </FloorChoice>
          ))}
        </fieldset>
      )}
      <label className={styles.keep}>
        <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />
        <span>{t(($) => $.printing.remember)}</span>
      </label>
      <Preview request={request} media={medium} localSheet={localSheet} />
    </FloorSheet>
  )
}

function Choice(props: {
  readonly name: string
  readonly hint: string
  readonly pressed: boolean
  readonly onClick: () => void
}) {
  return (
    <FloorChoice pressed={props.pressed} onClick={props.onClick}>
      {props.name}
      <span className={styles.choiceHint}>{props.hint}</span>
    </FloorChoice>
  )
}

function Preview({
  request,
  media,
  localSheet,
}: Pick<Props, 'localSheet'> & { request: PrintRequest; media: MediaSize }) {
  const { t } = useTranslation('document')
  const [sheet, setSheet] = useState<Sheet | null>(null)
  useEffect(() => {
    let current = true
    void localSheet(request, media).then((found) => (current ? setSheet(found) : undefined))
    return () => {
      current = false
    }
  }, [localSheet, request, media])
  if (sheet === null) return null
  return (
    <section aria-label={t(($) => $.printing.preview)} className="print-preview">
      <Suspense fallback={<p>{t(($) => $.printing.preparing)}</p>}>
        <SheetPages sheet={sheet} />
      </Suspense>
    </section>
  )
}

type Translate = ReturnType<typeof useTranslation<'document'>>['t']

function titleOf({ kind }: PrintRequest, t: Translate): string {
  switch (kind) {
    case 'item_label':
      return t(($) => $.print.itemLabel.title)
    case 'return_label':
      return t(($) => $.print.returnLabel.title)
    case 'package_label':
      return t(($) => $.print.package.label)
    case 'packing_slip':
      return t(($) => $.print.package.slip)
    case 'tracking_sheet':
      return t(($) => $.print.package.tracking)
  }
}

function hintOf({ organizationName, media }: PrinterAnswer, t: Translate): string {
  return t(($) => $.printing.printerHint, { place: organizationName, media: media.replace('x', ' × ') })
}
