import { useId, useState, type ClipboardEvent, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { resolveCode, isRecognisedCode, splitSymbology, type ScanPurpose } from '#domain/item/resolve-code.ts'
import { codeField } from '#web/lib/code-field.ts'
import type { Scan } from './scan.ts'
import css from './scan-panel.module.css'

// Item codes may hold letters, so that their screens need the whole keyboard.
const numericPurposes: readonly ScanPurpose[] = ['buyback', 'product', 'imei', 'package']

/** A field to type or paste a code into. It takes no focus by itself, so that the soft keyboard stays closed. */
export function TypedCode({
  purpose,
  onCode,
}: {
  readonly purpose: ScanPurpose
  readonly onCode: (scan: Scan) => void
}) {
  const { t } = useTranslation('scan')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const isEmpty = typed.trim() === ''
    setMissing(isEmpty)
    if (isEmpty) return
    setTyped('')
    onCode(typedScan(typed, purpose))
  }

  // A pasted code is complete; anything else lands in the field to be mended.
  function paste(event: ClipboardEvent): void {
    const scan = typedScan(event.clipboardData.getData('text/plain'), purpose)
    if (typed !== '' || !isRecognisedCode(scan.resolution)) return
    event.preventDefault()
    setMissing(false)
    onCode(scan)
  }

  return (
    <form className={css.typed} onSubmit={submit} noValidate>
      <label htmlFor={id}>{t(($) => $.typed.label[purpose])}</label>
      <input
        {...codeField}
        id={id}
        className={css.field}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onPaste={paste}
        inputMode={numericPurposes.includes(purpose) ? 'numeric' : 'text'}
        enterKeyHint="done"
        maxLength={4096}
        aria-invalid={isMissing}
        aria-describedby={isMissing ? `${id}-missing` : undefined}
      />
      <button type="submit" className={css.button}>
        {t(($) => $.typed.submit)}
      </button>
      {isMissing && (
        <p id={`${id}-missing`} className={css.problem} role="alert">
          {t(($) => $.typed.missing)}
        </p>
      )}
    </form>
  )
}

function typedScan(raw: string, purpose: ScanPurpose): Scan {
  const { text, symbology } = splitSymbology(raw.trim())
  return {
    text,
    symbology,
    source: 'typed',
    atMs: performance.now(),
    resolution: resolveCode(raw, purpose),
    alternative: null,
  }
}
