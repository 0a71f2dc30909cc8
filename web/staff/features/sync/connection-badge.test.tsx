import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startTexts } from '#web/lib/every-text.ts'
import { ConnectionBadge } from './connection-badge.tsx'
import { calmConnection, type ConnectionView } from './connection-tone.ts'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
})

async function wordsOf(part: Partial<ConnectionView>): Promise<string> {
  const texts = await startTexts('fr-FR', ['sync'])
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  root.render(
    <I18nextProvider i18n={texts}>
      <ConnectionBadge view={{ ...calmConnection, ...part }} onOpen={() => undefined} />
    </I18nextProvider>,
  )
  const badge = await vi.waitFor(() => {
    const found = place.querySelector<HTMLElement>('[data-testid="connection-badge"]')
    if (found === null) throw new Error('no badge yet')
    return found
  })
  return badge.textContent
}

const troubles = [
  { name: 'a sign-in is needed', part: { signInNeeded: true }, words: 'Reconnexion nécessaire' },
  { name: 'the storage is refused', part: { captureProblem: 'full' }, words: 'Enregistrement impossible' },
  { name: 'sending is overdue', part: {}, words: 'Envoi en retard' },
] as const

describe('the badge', () => {
  for (const { name, part, words } of troubles)
    for (const { online, network } of [
      { online: true, network: 'En ligne' },
      { online: false, network: 'Hors ligne' },
    ])
      it(`says ${network} and every count while ${name}`, async () => {
        const said = await wordsOf({ ...part, online, waiting: 12, oldestAgeMs: 10 * 60_000, attention: 2 })
        for (const expected of [network, words, '12 en attente', /depuis 10\s?min/, '2 à traiter'])
          expect(said).toMatch(expected)
      })

  it('calls nothing sent while photos wait (F21)', async () => {
    const said = await wordsOf({ photosWaiting: 2 })
    expect(said).toContain('2 photos en attente')
    expect(said).not.toContain('Tout est envoyé')
    expect(await wordsOf({ photosWaiting: 1, waiting: 3 })).toContain('3 en attente · 1 photo en attente')
    expect(await wordsOf({})).toContain('Tout est envoyé')
  })

  it('calls nothing sent where nothing could be counted', async () => {
    const said = await wordsOf({ captureProblem: 'private', waiting: null })
    expect(said).toContain('En ligne')
    expect(said).toContain('En attente\u00a0: inconnu')
    expect(said).not.toContain('Tout est envoyé')
  })

  it('calls everything sent only where nobody has left signed-out work on the device', async () => {
    expect(await wordsOf({ waiting: 0, signedOut: 0 })).toContain('Tout est envoyé')
    expect(await wordsOf({ waiting: 0, signedOut: 1 })).toMatch(/Votre travail est envoyé.*1 scellée/)
  })
})
