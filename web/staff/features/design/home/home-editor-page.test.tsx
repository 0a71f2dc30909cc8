import { expect, it } from 'vitest'
import type { HomePageAnswer } from '#sync/calls/home-page.ts'
import { openOffice } from '#tests/support/office-page.tsx'
import { HomeEditorPage } from './home-editor-page.tsx'

const home: HomePageAnswer = {
  version: 1,
  language: 'fr-FR',
  status: 'active',
  metaTitle: 'Reprise',
  metaDescription: null,
  translations: {},
  widgets: [],
}

it.each([
  ['root_management_unit_analyst', false],
  ['root_management_unit_manager', true],
] as const)('the home is looked at by %s, who may change it: %s (SET-17)', async (userType, may) => {
  const { field, offers } = await openOffice(HomeEditorPage, {
    answer: () => home,
    texts: ['branding'],
    userType,
    pages: ['/home/edit'],
  })
  expect((await field('Titre pour les moteurs de recherche')).disabled).toBe(!may)
  expect(offers('Enregistrer')).toBe(may)
})
