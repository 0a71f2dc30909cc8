import { lazy, startTransition, Suspense, useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { isImei, writtenImei, type ImeiDoubt } from '#domain/kernel/imei.ts'
import { holdsDevice } from '#domain/cart/device-in-cart.ts'
import { imeiDoubtOf } from '#web/buyback/imei-doubt.ts'
import { codeField } from '#web/lib/code-field.ts'
import type { WizardFacts } from '#web/buyback/wizard.ts'
import { Button } from '../../kit/button.tsx'
import { useCart } from '../../kit/cart.tsx'
import { ScanIcon } from '../../kit/icons.tsx'
import { Notice } from '../../kit/notice.tsx'
import { useSite } from '../../kit/site.ts'
import kit from '../../kit/kit.module.css'
import type { Wizard } from './use-wizard.ts'
import type { WizardAsks } from './wizard-asks.ts'
import classes from './wizard.module.css'

const ScanDialog = lazy(async () => ({ default: (await import('./imei-scan-dialog.tsx')).ImeiScanDialog }))

/** The IMEI: digits and length are a must; a doubt about it warns, and may be continued (PUB-17, PUB-18). */
export function ImeiScreen(props: {
  readonly facts: WizardFacts
  readonly asks: WizardAsks
  readonly wizard: Wizard
  /** The product of the cart that is changed. */
  readonly inCartId: string | undefined
}) {
  const { facts, asks, wizard, inCartId } = props
  const { t } = useTranslation('journey')
  const id = useId()
  const [typed, setTyped] = useState(wizard.progress.imei ?? '')
  const [isMalformed, setMalformed] = useState(false)
  const [doubts, setDoubts] = useState<readonly Doubt[]>([])
  const { cart } = useCart()
  const canScan = useSite().settings?.barCodeEnabled === true
  const [isScanning, setScanning] = useState(false)
  // What is being asked about; what is known of another number by then is of no use.
  const asked = useRef<string | null>(null)
  useEffect(() => () => void (asked.current = null), [])
  const imei = writtenImei(typed) ?? typed
  const isWrong = doubts.some((doubt) => doubt !== 'inCart' && doubt !== 'elsewhere')
  const goOn = (): void => wizard.answer({ ...wizard.progress, imei })
  const take = (text: string): void => {
    asked.current = null
    setTyped(text)
    setDoubts([])
  }
  // A box bears other barcodes beside that of the number, which the camera passes over.
  const takeScanned = (code: string): void => {
    const read = writtenImei(code)
    if (read === null) return
    take(read)
    setMalformed(false)
    setScanning(false)
  }
  const submit = async (): Promise<void> => {
    const isRight = isImei(imei)
    startTransition(() => setMalformed(!isRight))
    if (!isRight || asked.current === imei) return
    if (imei === wizard.progress.imei) return goOn()
    asked.current = imei
    const isInCart = holdsDevice(cart, imei, inCartId)
    const [found, isElsewhere] = await Promise.all([
      imeiDoubtOf(imei, facts.product.tacs, asks.isTacKnown),
      isInCart ? true : asks.isInOtherBuyback(imei),
    ])
    if (asked.current !== imei) return
    asked.current = null
    const all: readonly Doubt[] = [
      ...(found === null ? [] : [found]),
      ...(isInCart ? (['inCart'] as const) : isElsewhere ? (['elsewhere'] as const) : []),
    ]
    startTransition(() => setDoubts(all))
    if (all.length === 0) goOn()
  }
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit()
      }}
      noValidate
      className={classes.imei}
    >
      <h1 tabIndex={-1}>{t(($) => $.imei.title)}</h1>
      <p id={`${id}-hint`} className={classes.hint}>
        {t(($) => $.imei.hint)}
      </p>
      <div className={kit.field}>
        <label htmlFor={id} className={kit.label}>
          {t(($) => $.imei.label)}
        </label>
        <input
          {...codeField}
          id={id}
          className={kit.input}
          inputMode="numeric"
          maxLength={24}
          value={typed}
          onChange={(event) => take(event.target.value)}
          aria-invalid={isMalformed}
          aria-describedby={isMalformed ? `${id}-wrong` : `${id}-hint`}
        />
        {isMalformed ? (
          <p id={`${id}-wrong`} className={kit.problem} role="alert">
            {t(($) => $.imei.malformed)}
          </p>
        ) : null}
      </div>
      {doubts.length === 0 ? (
        <div className={classes.onward}>
          <Button type="submit">{t(($) => $.wizard.next)}</Button>
          {canScan ? (
            <Button kind="quiet" onClick={() => setScanning(true)}>
              <ScanIcon />
              {t(($) => $.imei.scan)}
            </Button>
          ) : null}
        </div>
      ) : (
        <Notice
          tone="warn"
          isAlert
          title={isWrong ? t(($) => $.imei.doubtTitle) : t(($) => $.imei.sameTitle)}
          actions={
            <>
              <Button kind="quiet" onClick={() => setDoubts([])}>
                {t(($) => $.imei.goBack)}
              </Button>
              <Button onClick={goOn}>{t(($) => $.imei.continueAnyway)}</Button>
            </>
          }
        >
          {doubts.map((doubt) => textOf(t, doubt)).join(' ')}
        </Notice>
      )}
      {isScanning ? (
        <Suspense>
          <ScanDialog onCode={takeScanned} onClose={() => setScanning(false)} />
        </Suspense>
      ) : null}
    </form>
  )
}

/** What is doubtful about a number, and that its device is being sold already. */
type Doubt = ImeiDoubt | 'inCart' | 'elsewhere'

function textOf(t: TFunction<'journey'>, doubt: Doubt): string {
  switch (doubt) {
    case 'IMEI_CHECK_DIGIT':
      return t(($) => $.imei.checkDigit)
    case 'IMEI_TAC_UNKNOWN':
      return t(($) => $.imei.tacUnknown)
    case 'IMEI_TAC_OTHER_MODEL':
      return t(($) => $.imei.otherModel)
    case 'inCart':
      return t(($) => $.imei.inCart)
    case 'elsewhere':
      return t(($) => $.imei.elsewhere)
  }
}
