import { startTransition, useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isImei, writtenImei, type ImeiDoubt } from '#domain/kernel/imei.ts'
import { imeiDoubtOf } from '#web/buyback/imei-doubt.ts'
import { codeField } from '#web/lib/code-field.ts'
import type { WizardFacts } from '#web/buyback/wizard.ts'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import kit from '../../kit/kit.module.css'
import type { Wizard } from './use-wizard.ts'
import type { WizardAsks } from './wizard-asks.ts'
import classes from './wizard.module.css'

/** The IMEI: digits and length are a must; a doubt about it warns, and may be continued (PUB-17, PUB-18). */
export function ImeiScreen(props: { readonly facts: WizardFacts; readonly asks: WizardAsks; readonly wizard: Wizard }) {
  const { facts, asks, wizard } = props
  const { t } = useTranslation('journey')
  const id = useId()
  const [typed, setTyped] = useState(wizard.progress.imei ?? '')
  const [isMalformed, setMalformed] = useState(false)
  const [doubt, setDoubt] = useState<ImeiDoubt | null>(null)
  // What is being asked about; what is known of another number by then is of no use.
  const asked = useRef<string | null>(null)
  useEffect(() => () => void (asked.current = null), [])
  const imei = writtenImei(typed) ?? typed
  const goOn = (): void => wizard.answer({ ...wizard.progress, imei })
  const submit = async (): Promise<void> => {
    const isRight = isImei(imei)
    startTransition(() => setMalformed(!isRight))
    if (!isRight || asked.current === imei) return
    if (imei === wizard.progress.imei) return goOn()
    asked.current = imei
    const found = await imeiDoubtOf(imei, facts.product.tacs, asks.isTacKnown)
    if (asked.current !== imei) return
    asked.current = null
    startTransition(() => setDoubt(found))
    if (found === null) goOn()
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
          onChange={(event) => {
            asked.current = null
            setTyped(event.target.value)
            setDoubt(null)
          }}
          aria-invalid={isMalformed}
          aria-describedby={isMalformed ? `${id}-wrong` : `${id}-hint`}
        />
        {isMalformed ? (
          <p id={`${id}-wrong`} className={kit.problem} role="alert">
            {t(($) => $.imei.malformed)}
          </p>
        ) : null}
      </div>
      {doubt === null ? (
        <div className={classes.onward}>
          <Button type="submit">{t(($) => $.wizard.next)}</Button>
        </div>
      ) : (
        <Notice
          tone="warn"
          isAlert
          title={t(($) => $.imei.doubtTitle)}
          actions={
            <>
              <Button kind="quiet" onClick={() => setDoubt(null)}>
                {t(($) => $.imei.goBack)}
              </Button>
              <Button onClick={goOn}>{t(($) => $.imei.continueAnyway)}</Button>
            </>
          }
        >
          {doubt === 'IMEI_CHECK_DIGIT'
            ? t(($) => $.imei.checkDigit)
            : doubt === 'IMEI_TAC_UNKNOWN'
              ? t(($) => $.imei.tacUnknown)
              : t(($) => $.imei.otherModel)}
        </Notice>
      )}
    </form>
  )
}
