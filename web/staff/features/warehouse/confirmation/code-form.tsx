import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { checkBuybackCode, type CodeError } from '#domain/warehouse/item-code.ts'
import styles from './confirmation.module.css'

/** Names the form for its button, which stands at the bottom of the screen. */
export const codeFormId = 'buyback-code'

/** Asks for the buyback code: required, numeric, 8 or 13 digits (WH-09). */
export function CodeForm({ onCode }: { readonly onCode: (code: string) => void }) {
  const { t } = useTranslation('warehouse')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<CodeError | null>(null)
  return (
    <>
      <div>
        <h2 className={styles.name}>{t(($) => $.confirm.empty.title)}</h2>
        <p className={styles.soft}>{t(($) => $.confirm.empty.text)}</p>
      </div>
      <form
        id={codeFormId}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          const checked = checkBuybackCode(code)
          setProblem(checked.ok ? null : checked.error)
          if (checked.ok) onCode(checked.value)
        }}
      >
        <label className={styles.field}>
          <span>{t(($) => $.confirm.code)}</span>
          <input
            className={styles.input}
            value={code}
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : 'code-problem'}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        </label>
        {problem !== null && (
          <p id="code-problem" className={styles.error} role="alert">
            {t(($) => $.codeRule[problem])}
          </p>
        )}
      </form>
    </>
  )
}

/** The operator's comment on the product, required where the account demands it. */
export function CommentField(props: {
  readonly value: string
  readonly mandatory: boolean
  readonly missing: boolean
  readonly onChange: (comment: string) => void
}) {
  const { t } = useTranslation('warehouse')
  return (
    <div className={styles.form}>
      <label className={styles.field}>
        <span>{props.mandatory ? t(($) => $.confirm.comment) : t(($) => $.confirm.commentOptional)}</span>
        <textarea
          className={styles.input}
          rows={2}
          maxLength={textLimits.comment}
          value={props.value}
          aria-required={props.mandatory}
          aria-invalid={props.missing}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        />
      </label>
      {props.missing && (
        <p className={styles.error} role="alert">
          {t(($) => $.endRound.commentRequired)}
        </p>
      )}
    </div>
  )
}
