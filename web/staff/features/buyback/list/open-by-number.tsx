import { Button, TextInput } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { buybackNumberFault, type BuybackNumberFault } from '#domain/buyback/buyback-number.ts'
import { readBuybackByNumberCall } from '#sync/calls/buyback-detail.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { CallError } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { CameraScan } from '#web/scan/camera-scan.tsx'
import type { Scan } from '#web/scan/scan.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import classes from './list.module.css'

/** Opens a buyback by its number, typed or scanned (BB-09); any other code that is scanned is what to search for. */
export function OpenByNumber({ onOther }: { readonly onOther: (code: string) => void }) {
  const { t, i18n } = useTranslation(['buyback', 'common'])
  const http = useHttp()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<BuybackNumberFault | null>(null)
  const finding = useSingleMutation({
    mutationFn: (n: string) => http(readBuybackByNumberCall, { params: { n } }),
    onSuccess: ({ id }) => navigate({ to: '/buyback/$id', params: { id } }),
    onError: () => undefined,
  })
  const open = (typed: string): void => {
    const number = typed.replaceAll(/\s/g, '')
    const found = buybackNumberFault(number)
    finding.reset()
    setFault(found)
    if (found === null) finding.mutate(number)
  }
  const read = (scan: Scan): void => {
    if (buybackNumberFault(scan.text) !== null) return onOther(scan.text)
    setText(scan.text)
    open(scan.text)
  }
  useScanner({ purpose: 'buyback', isBehindDialogs: true, onScan: read })
  const change = (typed: string): void => {
    setText(typed)
    setFault(null)
    finding.reset()
  }
  const isUnknown = finding.error instanceof CallError && finding.error.status === 404
  const failure = finding.error && (callErrorText(i18n, finding.error) ?? t(($) => $.byNumber.failed))
  const found = (one: BuybackNumberFault): string =>
    one === 'required' ? t(($) => $.codes.FORM_REQUIRED, { ns: 'common' }) : t(($) => $.byNumber[one])
  const problem = fault !== null ? found(fault) : isUnknown ? t(($) => $.byNumber.unknown) : failure
  return (
    <>
      <form
        className={classes.byNumber}
        noValidate
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault()
          open(text)
        }}
      >
        <TextInput
          label={t(($) => $.byNumber.label)}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          error={problem}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          size="md"
          loading={finding.isPending}
          rightSection={<IconArrowRight size={20} aria-hidden />}
        >
          {t(($) => $.byNumber.open)}
        </Button>
      </form>
      <div className={classes.camera}>
        <CameraScan purpose="buyback" onScan={read} />
      </div>
    </>
  )
}
