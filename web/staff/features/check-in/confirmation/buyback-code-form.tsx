import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { checkBuybackCode, type CodeError } from '#domain/item/item-code.ts'
import { CodeForm } from '#web/staff/ui/floor/code-form.tsx'
import { FloorTextArea } from '#web/staff/ui/floor/floor-field.tsx'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from '#web/staff/ui/floor/item-card.module.css'

/** Names the form for its button, which stands at the bottom of the screen. */
export const codeFormId = 'buyback-code'

/** Asks for the buyback code: required, numeric, 8 or 13 digits (WH-09). */
export function BuybackCodeForm(props: { readonly onCode: (code: string) => void }) {
  const { t } = useTranslation('warehouse')
  const [problem, setProblem] = useState<CodeError | null>(null)
  return (
    <>
      <div>
        <h2 className={styles.name}>{t(($) => $.confirm.empty.title)}</h2>
        <p className={words.soft}>{t(($) => $.confirm.empty.text)}</p>
      </div>
      <CodeForm
        id={codeFormId}
        label={t(($) => $.confirm.code)}
        size="code"
        isNumeric
        problem={problem === null ? null : t(($) => $.codeRule[problem])}
        onCode={(typed) => {
          const checked = checkBuybackCode(typed)
          setProblem(checked.ok ? null : checked.error)
          if (checked.ok) props.onCode(checked.value)
        }}
      />
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
    <div className={arrange.stack}>
      <FloorTextArea
        label={props.mandatory ? t(($) => $.confirm.comment) : t(($) => $.confirm.commentOptional)}
        size="code"
        maxLength={textLimits.comment}
        value={props.value}
        aria-required={props.mandatory}
        aria-invalid={props.missing}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      {props.missing && (
        <p className={words.error} role="alert">
          {t(($) => $.endRound.commentRequired)}
        </p>
      )}
    </div>
  )
}
