import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isImei, type ImeiDoubt } from '#domain/kernel/imei.ts'
import { imeiDoubtOf } from '#web/buyback/imei-doubt.ts'
import { findSameImei, SameImeiAlert, type SameImei } from '#web/staff/ui/same-imei.tsx'
import { useHttp } from '#web/lib/platform.tsx'
import { codeField } from '#web/lib/code-field.ts'
import type { CounterCatalog } from '#web/local/counter/counter.ts'
import { CameraScan } from '#web/scan/camera-scan.tsx'
import type { Scan } from '#web/scan/scan.ts'
import { meaningless, type ScanAnswer } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import type { Diag } from './use-diag.ts'
import classes from '../counter.module.css'

/** The IMEI, scanned or typed: its length is a must; a doubt about it warns, and may be continued (PUB-17, PUB-18). */
export function ImeiStep({ diag, catalog }: { readonly diag: Diag; readonly catalog: CounterCatalog }) {
  const { t } = useTranslation('journey')
  const counter = useTranslation('counter').t
  const [typed, setTyped] = useState(diag.progress.imei ?? '')
  const [isMalformed, setMalformed] = useState(false)
  const [doubt, setDoubt] = useState<ImeiDoubt | null>(null)
  const [same, setSame] = useState<SameImei | null>(null)
  const http = useHttp()
  const isAsked = doubt !== null || same !== null
  const forget = (): void => {
    setDoubt(null)
    setSame(null)
  }
  // What the catalog is being asked about; what it says of another number by then is of no use.
  const asked = useRef<string | null>(null)
  useEffect(() => () => void (asked.current = null), [])
  const goOn = (imei: string): void => diag.answer({ ...diag.progress, imei })
  const take = async (imei: string): Promise<void> => {
    setTyped(imei)
    setMalformed(!isImei(imei))
    forget()
    asked.current = isImei(imei) ? imei : null
    if (asked.current === null) return
    const [found, others] = await Promise.all([
      imeiDoubtOf(imei, diag.facts.product.tacs, catalog.isTacKnown),
      findSameImei(http, imei, diag.predeclared?.number ?? null),
    ])
    if (asked.current !== imei) return
    asked.current = null
    const isElsewhere = others?.isOpen === true
    setDoubt(found)
    setSame(isElsewhere ? others : null)
    if (found === null && !isElsewhere) goOn(imei)
  }
  const plain = typed.replaceAll(/\s/g, '')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void take(plain)
  }
  const read = ({ resolution }: Scan): ScanAnswer => {
    const { command } = resolution
    if (command === null) return void take(resolution.candidates[0]?.code ?? resolution.code)
    if (command === 'CANCEL') return isAsked ? forget() : diag.back()
    if (command === 'CONFIRM' || command === 'NEXT') return isAsked ? goOn(plain) : void take(plain)
    return meaningless
  }
  useScanner({ purpose: 'imei', isBehindDialogs: true, onScan: read })
  return (
    <form onSubmit={submit} noValidate>
      <h2 tabIndex={-1} className={classes.title}>
        {t(($) => $.imei.title)}
      </h2>
      <TextInput
        {...codeField}
        size="xl"
        label={t(($) => $.imei.label)}
        description={counter(($) => $.diag.imeiHint)}
        inputMode="numeric"
        maxLength={24}
        value={typed}
        error={isMalformed ? t(($) => $.imei.malformed) : null}
        onChange={(event) => {
          asked.current = null
          setTyped(event.currentTarget.value)
          forget()
        }}
      />
      <CameraScan purpose="imei" paused={isAsked} onScan={read} />
      {isAsked ? (
        <Stack mt="lg">
          {doubt === null ? null : (
            <Alert
              color="orange"
              variant="light"
              role="alert"
              icon={<IconAlertTriangle aria-hidden />}
              title={t(($) => $.imei.doubtTitle)}
            >
              <p className={classes.line}>
                {doubt === 'IMEI_CHECK_DIGIT'
                  ? t(($) => $.imei.checkDigit)
                  : doubt === 'IMEI_TAC_UNKNOWN'
                    ? t(($) => $.imei.tacUnknown)
                    : t(($) => $.imei.otherModel)}
              </p>
            </Alert>
          )}
          <SameImeiAlert found={same} />
          <Group>
            <Button variant="default" size="lg" onClick={forget}>
              {t(($) => $.imei.goBack)}
            </Button>
            <Button size="lg" onClick={() => goOn(plain)}>
              {t(($) => $.imei.continueAnyway)}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Button type="submit" size="xl" fullWidth mt="lg">
          {t(($) => $.wizard.next)}
        </Button>
      )}
    </form>
  )
}
