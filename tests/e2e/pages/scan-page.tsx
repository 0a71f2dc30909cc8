import i18next from 'i18next'
import { useContext, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { scanPurposes, type ScanPurpose } from '#domain/item/resolve-code.ts'
import german from '#locales/de-DE/scan.json' with { type: 'json' }
import english from '#locales/en-GB/scan.json' with { type: 'json' }
import french from '#locales/fr-FR/scan.json' with { type: 'json' }
import dutch from '#locales/nl-BE/scan.json' with { type: 'json' }
import type { Scan } from '#web/scan/scan.ts'
import { ScanPanel } from '#web/scan/scan-panel.tsx'
import { ScannerProvider } from '#web/scan/scanner-provider.tsx'
import { ScannerContext, useScanner } from '#web/scan/use-scanner.ts'

const asked = new URLSearchParams(window.location.search)
const purpose: ScanPurpose = scanPurposes.find((name) => name === asked.get('purpose')) ?? 'check_in'

/** A screen with everything that steals keys: fields, a form, a focused button, a list, and a dialog. */
function ScanPage() {
  const [scans, setScans] = useState<readonly Scan[]>([])
  const [comment, setComment] = useState('')
  const [submits, setSubmits] = useState(0)
  const [clicks, setClicks] = useState(0)
  const [isAsking, setAsking] = useState(false)
  const [station, setStation] = useState('')
  const hub = useContext(ScannerContext)
  const take = (scan: Scan): void => setScans((before) => [...before, scan])
  useEffect(
    () =>
      hub?.leadTo((name) => {
        setStation(name)
        return Promise.resolve(false)
      }),
    [hub],
  )
  useScanner({ purpose, onScan: take })
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setSubmits((count) => count + 1)
        }}
      >
        <label>
          Comment <input value={comment} onChange={(event) => setComment(event.target.value)} />
        </label>
        <label>
          Note <textarea defaultValue="box" />
        </label>
        <label>
          Made for scans <input data-scan="" />
        </label>
        <button type="submit">Send</button>
      </form>
      <button type="button" onClick={() => setClicks((count) => count + 1)}>
        Count
      </button>
      <button type="button" onClick={() => setAsking(true)}>
        Ask
      </button>
      <output aria-label="submits">{submits}</output>
      <output aria-label="clicks">{clicks}</output>
      <output aria-label="station">{station}</output>
      {isAsking && <Question onAnswer={() => setAsking(false)} />}
      <ol aria-label="scans">
        {scans.map((scan, at) => (
          <li key={at} data-source={scan.source} data-symbology={scan.symbology ?? ''}>
            {scan.text.replaceAll('\u001d', '\u241d')} {scan.resolution.candidates.map(({ kind }) => kind).join()}
          </li>
        ))}
      </ol>
      <ScanPanel purpose={purpose} onCode={take} paused={isAsking} />
    </>
  )
}

function Question({ onAnswer }: { readonly onAnswer: () => void }) {
  const [heard, setHeard] = useState('')
  useScanner({
    purpose,
    layer: 'dialog',
    onScan: (scan) => {
      if (scan.resolution.command === 'CONFIRM') onAnswer()
      else setHeard(scan.text)
    },
  })
  return <dialog open>Sure? {heard}</dialog>
}

const texts = i18next.createInstance()
await texts.use(initReactI18next).init({
  lng: asked.get('lng') ?? 'fr-FR',
  defaultNS: 'common',
  interpolation: { escapeValue: false },
  resources: {
    'fr-FR': { scan: french },
    'en-GB': { scan: english },
    'nl-BE': { scan: dutch },
    'de-DE': { scan: german },
  },
})
createRoot(document.querySelector('#root')!).render(
  <ScannerProvider>
    <ScanPage />
  </ScannerProvider>,
)
