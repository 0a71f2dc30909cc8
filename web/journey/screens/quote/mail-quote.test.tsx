import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { refusal } from '#tests/support/journey-page.tsx'
import { startTexts } from '../../kit/site-texts.ts'
import { MailQuote, type MailLink } from './mail-quote.tsx'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
})

async function draw(mailLink: MailLink) {
  const texts = await startTexts('en-GB', ['journey', 'tracking'])
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  root.render(
    <I18nextProvider i18n={texts}>
      <MailQuote mailLink={mailLink} />
    </I18nextProvider>,
  )
  const field = await vi.waitUntil(() => place.querySelector<HTMLInputElement>('input[type=email]'))
  return {
    place,
    field,
    send: async (email: string) => {
      await userEvent.fill(field, email)
      await userEvent.keyboard('{Enter}')
    },
    says: (words: string) => vi.waitFor(() => expect(place.textContent).toContain(words)),
  }
}

it('a kept price goes to the address that its visitor gives, and to no text that is none', async () => {
  const mailLink = vi.fn<MailLink>(() => Promise.resolve(true))
  const { send, says, field } = await draw(mailLink)
  await send('anna')
  await says('This e-mail address is not valid')
  expect([mailLink.mock.calls, field.getAttribute('aria-invalid')]).toEqual([[], 'true'])
  await send(' anna@exemple.fr ')
  await says('It is on its way')
  expect(mailLink.mock.calls).toEqual([['anna@exemple.fr']])
})

it('that no more mails go to an address today is said, and that one could not be asked for', async () => {
  const mailLink = vi
    .fn<MailLink>()
    .mockResolvedValueOnce(false)
    .mockRejectedValueOnce(refusal('ACCESS_THROTTLED', 429))
    .mockRejectedValueOnce(new TypeError('no network'))
  const { send, says } = await draw(mailLink)
  await send('anna@exemple.fr')
  await says('We cannot send another e-mail to this address today')
  await send('bert@exemple.fr')
  await says('Too many requests in a short time')
  await send('carla@exemple.fr')
  await says('The e-mail was not sent')
})
