import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { AnchorLink, ButtonLink } from './router-link.tsx'

it('leads to the page of its parameters and search, as a link of the document', async () => {
  const links = () => (
    <>
      <AnchorLink to="/payments/$id" params={{ id: '7' }}>
        Payment
      </AnchorLink>
      <ButtonLink to="/users" search={{ entity: ['a'] }} variant="default">
        Users
      </ButtonLink>
    </>
  )
  await drawScreen(overPages(links).screen)
  const [text, button] = [page.getByRole('link', { name: 'Payment' }), page.getByRole('link', { name: 'Users' })]
  await expect.element(text).toHaveAttribute('href', '/payments/7')
  await expect.element(button).toHaveAttribute('href', expect.stringMatching(/^\/users\?/))
  expect(button.element()).toBeInstanceOf(HTMLAnchorElement)
  expect(button.element().className).toContain('Button')
})
