import { expect, it, vi } from 'vitest'
import { openOffice } from '#tests/support/office-page.tsx'
import { id } from '#tests/support/floor-world.ts'
import { QuestionsPage } from './questions-page.tsx'

it('the title of a question leads to it, and not its place in the list', async () => {
  const question = {
    id: id(9),
    version: 1,
    title: 'Usure ?',
    howToTest: null,
    description: null,
    translations: {},
    image: null,
    answers: [],
    categories: [{ id: 'k1', name: 'Vélos' }],
  }
  const { place } = await openOffice(() => <QuestionsPage categoryId="k1" />, {
    answer: () => ({ category: { id: 'k1', name: 'Vélos', status: 'active' }, questions: [question] }),
    texts: ['catalog', 'warehouse'],
    userType: 'root_management_unit_manager',
    pages: ['/diagnostic/category/$categoryId', '/diagnostic/category/$categoryId/question/$questionId', '/diagnostic'],
    at: '/diagnostic/category/k1',
  })
  await vi.waitFor(() => expect(place.querySelector('tbody a')).not.toBeNull())
  const links = [...place.querySelectorAll('tbody a')]
  expect(links.map((link) => [link.textContent?.includes('Usure ?'), link.getAttribute('href')])).toEqual([
    [true, `/diagnostic/category/k1/question/${question.id}`],
  ])
})
