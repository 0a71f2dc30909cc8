import { notifications } from '@mantine/notifications'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaSize } from '#domain/document/document-kind.ts'
import { mediaOfKind } from '#domain/document/document-kind.ts'
import type { Sheet } from '#domain/document/sheet.ts'
import { printCall } from '#sync/calls/document.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { useHttp, usePlatform, useUser } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { useEngine, useIsOnline, usePaperEngine } from '#web/local/engine/engine-context.tsx'
import type { PrintRequest } from '#web/staff/ui/print/use-print.ts'
import { isDownloadable, openInNewTab, pdfAddress } from './document-address.ts'
import { keepPrintChoice, readPrintChoice, type PrintChoice } from './print-choice.ts'
import { PrintNow } from '#web/staff/ui/print/print-now.tsx'
import { PrintDialog, type Printing } from './print-dialog.tsx'
import { sendFirst } from './send-first.ts'
import { useLocalSheet } from './use-local-sheet.ts'

interface Props {
  readonly request: PrintRequest
  /** The paper is printed, or nobody wants it any more. */
  readonly onEnd: () => void
}

/** Prints one paper: at once where this device has chosen how, else after a dialog. */
export function PrintPage({ request: first, onEnd }: Props) {
  const { t, i18n } = useTranslation('document')
  const { storage } = usePlatform()
  const user = useUser()
  const engine = useEngine()
  const http = useHttp()
  const online = useIsOnline()
  const localSheet = useLocalSheet(usePaperEngine(), user)
  const [asked, setAsked] = useState<Printing | null>(null)
  const [paper, setPaper] = useState<Sheet | null>(null)
  const sending = useSingleMutation({
    mutationFn: async ({
      id,
      request,
    }: {
      readonly id: string
      readonly name: string
      readonly request: PrintRequest
    }) => {
      await sendFirst(engine, request)
      return http(printCall, { params: { id }, body: { kind: request.kind, documentId: request.id } })
    },
    onSuccess: (_answer, { name }) => {
      onEnd()
      notifications.show({
        color: 'green',
        closeButtonProps: { 'aria-label': t(($) => $.printing.close) },
        message: name === '' ? t(($) => $.printing.print) : t(($) => $.printing.sent, { printer: name }),
      })
    },
    // The dialog says what went wrong, and offers the other ways.
    onError: (error, { request }) =>
      setAsked({ request, problem: callErrorText(i18n, error) ?? t(($) => $.printing.failed) }),
  })

  const onDevice = async (request: PrintRequest, media: MediaSize): Promise<void> => {
    const sheet = await localSheet(request, media)
    if (sheet === null) return openFile(request, media)
    setAsked(null)
    setPaper(sheet)
  }
  const run = (request: PrintRequest, choice: PrintChoice, name = ''): void => {
    if (choice.target.type === 'printer') return sending.mutate({ id: choice.target.id, name, request })
    if (choice.target.type === 'device') return void onDevice(request, choice.media)
    setAsked(null)
    void sendFirst(engine, request).then(() => {
      openInNewTab(pdfAddress(request, choice.media))
      onEnd()
    })
  }
  /** Opens the server's own paper, which knows what this device does not. */
  const openFile = async (request: PrintRequest, media: MediaSize): Promise<void> => {
    const address = pdfAddress(request, media)
    const isThere = online && (await isDownloadable(http, address))
    if (!isThere && request.onMissing === undefined) return setAsked({ request, problem: t(($) => $.printing.missing) })
    if (isThere) openInNewTab(address)
    else request.onMissing?.()
    onEnd()
  }
  const begin = (request: PrintRequest): void => {
    if (request.isFile === true) return void openFile(request, 'a4')
    const kept = readPrintChoice(storage, request.kind)
    if (kept === null) return setAsked({ request, problem: null })
    const offline: PrintChoice = { target: { type: 'device' }, media: kept.media }
    run(request, online ? kept : offline)
  }
  const begun = useRef(false)
  const start = useEffectEvent(() => {
    if (begun.current) return
    begun.current = true
    begin(first)
  })
  useEffect(() => start(), [])

  return (
    <>
      {asked !== null && (
        <PrintDialog
          key={`${asked.request.kind} ${asked.request.id}`}
          printing={asked}
          online={online}
          busy={sending.isPending}
          first={readPrintChoice(storage, asked.request.kind) ?? firstChoice(asked.request, online)}
          localSheet={localSheet}
          onPrint={(choice, name, isKept) => {
            keepPrintChoice(storage, asked.request.kind, isKept ? choice : null)
            run(asked.request, choice, name)
          }}
          onClose={onEnd}
        />
      )}
      {paper !== null && <PrintNow sheet={paper} onDone={onEnd} />}
    </>
  )
}

function firstChoice({ kind }: PrintRequest, online: boolean): PrintChoice {
  return { target: { type: online ? 'pdf' : 'device' }, media: mediaOfKind[kind][0]! }
}
