import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { IconEraser } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type SignaturePad from 'signature_pad'
import { signaturePath, type DrawnSignature } from './signature-path.ts'
import classes from '../counter.module.css'

/** How the customer has signed; null as long as it is open. */
export type Signed =
  | { readonly kind: 'drawn'; readonly drawn: DrawnSignature }
  | { readonly kind: 'typed'; readonly name: string }

/** The signature: with a finger or pen, or, for a customer with keys only, by typing the name and ticking. */
export function SignatureField({ onChange }: { readonly onChange: (signed: Signed | null) => void }) {
  const { t } = useTranslation('counter')
  const [way, setWay] = useState<Signed['kind']>('drawn')
  return (
    <fieldset className={classes.signature}>
      <legend>{t(($) => $.sign.title)}</legend>
      <SegmentedControl
        size="md"
        aria-label={t(($) => $.sign.way)}
        data={[
          { value: 'drawn', label: t(($) => $.sign.draw) },
          { value: 'typed', label: t(($) => $.sign.type) },
        ]}
        value={way}
        onChange={(next) => {
          setWay(next as Signed['kind'])
          onChange(null)
        }}
      />
      {way === 'drawn' ? <Pad onChange={onChange} /> : <TypedName onChange={onChange} />}
    </fieldset>
  )
}

function Pad({ onChange }: { readonly onChange: (signed: Signed | null) => void }) {
  const { t } = useTranslation('counter')
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad | null>(null)
  const latest = useRef(onChange)
  const [isEmpty, setEmpty] = useState(true)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    const place = canvas.current
    if (place === null) return
    let isGone = false
    const size = (): void => {
      const ratio = Math.max(1, window.devicePixelRatio)
      const strokes = pad.current?.toData() ?? []
      place.width = place.offsetWidth * ratio
      place.height = place.offsetHeight * ratio
      place.getContext('2d')?.scale(ratio, ratio)
      pad.current?.fromData(strokes)
    }
    const observer = new ResizeObserver(size)
    // The pad's code is loaded when the field is shown, and not before.
    void import('signature_pad').then(({ default: Made }) => {
      if (isGone) return
      const made = new Made(place, { minWidth: 1, maxWidth: 2.5, penColor: '#111' })
      pad.current = made
      size()
      observer.observe(place)
      made.addEventListener('endStroke', () => {
        const strokes = made.toData().map(({ points }) => points)
        const drawn = signaturePath(strokes, { width: place.offsetWidth, height: place.offsetHeight })
        setEmpty(false)
        latest.current(drawn === null ? null : { kind: 'drawn', drawn })
      })
      place.dataset.ready = ''
    })
    return () => {
      isGone = true
      observer.disconnect()
      pad.current?.off()
      pad.current = null
    }
  }, [])
  const clear = (): void => {
    pad.current?.clear()
    setEmpty(true)
    onChange(null)
  }
  return (
    <div className={classes.pad}>
      <canvas ref={canvas} role="img" aria-label={t(($) => $.sign.pad)} />
      {isEmpty ? <span className={classes.padHint}>{t(($) => $.sign.here)}</span> : null}
      <Button
        variant="default"
        size="lg"
        leftSection={<IconEraser size={20} aria-hidden />}
        onClick={clear}
        disabled={isEmpty}
      >
        {t(($) => $.sign.clear)}
      </Button>
    </div>
  )
}

function TypedName({ onChange }: { readonly onChange: (signed: Signed | null) => void }) {
  const { t } = useTranslation('counter')
  const [name, setName] = useState('')
  const [isTicked, setTicked] = useState(false)
  const tell = (typed: string, ticked: boolean): void => {
    setName(typed)
    setTicked(ticked)
    onChange(ticked && typed.trim().length >= 2 ? { kind: 'typed', name: typed.trim() } : null)
  }
  return (
    <div className={classes.typedName}>
      <TextInput
        size="lg"
        label={t(($) => $.sign.name)}
        autoComplete="off"
        maxLength={140}
        value={name}
        onChange={(event) => tell(event.currentTarget.value, isTicked)}
      />
      <Checkbox
        size="lg"
        label={t(($) => $.sign.tick)}
        checked={isTicked}
        onChange={(event) => tell(name, event.currentTarget.checked)}
      />
    </div>
  )
}
