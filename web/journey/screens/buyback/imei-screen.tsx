import { startTransition, useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { imeiDoubts, isImei, type ImeiDoubt } from '#domain/kernel/imei.ts'
import { codeField } from '#web/lib/code-field.ts'
import type { WizardFacts } from '#web/buyback/wizard.ts'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import kit from '../../kit/kit.module.css'
import type { Wizard } from './use-wizard.ts'
import classes from './wizard.module.css'

/** The IMEI: digits and length are a must; a doubt about it warns, and may be continued (PUB-17, PUB-18). */
export function ImeiScreen({ facts, wizard }: { readonly facts: WizardFacts; readonly wizard: Wizard }) {
  const { t } = useTranslation('journey')
  const id = useId()
  const [typed, setTyped] = useState(wizard.progress.imei ?? '')
  const [isMalformed, setMalformed] = useState(false)
  const [doubt, setDoubt] = useState<ImeiDoubt | null>(null)
  const imei = typed.replaceAll(/\s/g, '')
  const goOn = (): void => wizard.answer({ ...wizard.progress, imei })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const { tacs } = facts.product
    const isRight = isImei(imei)
    const found = isRight
      ? (imeiDoubts(imei, { isKnown: null, ofModel: tacs.length === 0 ? null : tacs })[0] ?? null)
      : null
    startTransition(() => {
      setMalformed(!isRight)
      setDoubt(found)
    })
    if (!isRight) return
    if (found === null || imei === wizard.progress.imei) goOn()
  }
  return (
    <form onSubmit={submit} noValidate className={classes.imei}>
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
          {doubt === 'IMEI_CHECK_DIGIT' ? t(($) => $.imei.checkDigit) : t(($) => $.imei.otherModel)}
        </Notice>
      )}
    </form>
  )
}
