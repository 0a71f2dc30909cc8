import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { createCommonPasswords } from '#domain/access/common-passwords.ts'
import { checkNewPassword } from '#domain/access/password.ts'
import { changePasswordForm, codesOffForm, newPasswordForm, signInForm } from './access-forms.ts'

const common = createCommonPasswords()
const checkPassword = (password: string) => {
  const checked = checkNewPassword(password, { email: 'anne.martin@shop.example', accountName: 'Bâtir & Fils', common })
  return checked.ok ? null : checked.error
}

const messages = (schema: z.ZodType, value: object) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message) ?? []

describe('the forms of access', () => {
  it('ask for an e-mail that is one and for a password', () => {
    expect(messages(signInForm, { email: '', password: '', code: '' })).toEqual(['FORM_REQUIRED', 'FORM_REQUIRED'])
    expect(messages(signInForm, { email: 'a@', password: 'x', code: '' })).toEqual(['FORM_EMAIL_INVALID'])
    expect(messages(signInForm, { email: ' a@b.example ', password: 'x', code: '' })).toEqual([])
  })

  it('name the first broken rule of a new password', () => {
    const of = (password: string) => messages(newPasswordForm(checkPassword), { password, repeated: password })
    expect(of('Ab1')).toEqual(['PASSWORD_TOO_SHORT'])
    expect(of('ABCDEFG1')).toEqual(['PASSWORD_NEEDS_LOWERCASE'])
    expect(of('abcdefg1')).toEqual(['PASSWORD_NEEDS_UPPERCASE'])
    expect(of('Abcdefgh')).toEqual(['PASSWORD_NEEDS_DIGIT'])
    expect(of('Azerty123456')).toEqual(['PASSWORD_COMMON'])
    expect(of('Xk-Batir-77z')).toEqual(['PASSWORD_HOLDS_NAME'])
    expect(of('Xbcdewg1')).toEqual([])
  })

  it('refuse a repeated password that differs', () => {
    expect(messages(newPasswordForm(checkPassword), { password: 'Xbcdewg1', repeated: 'Xbcdewg2' })).toEqual([
      'FORM_PASSWORD_DIFFERS',
    ])
  })

  it('refuse a new password that is the old one', () => {
    const same = { current: 'Xbcdewg1', password: 'Xbcdewg1', repeated: 'Xbcdewg1' }
    expect(messages(changePasswordForm(checkPassword), same)).toEqual(['PASSWORD_SAME_AS_OLD'])
  })
})

it('codes are turned off with a code alone', () => {
  expect(codesOffForm.safeParse({ password: 'Zebre-Lune-41', code: ' ' }).error?.issues).toMatchObject([
    { path: ['code'], message: 'FORM_REQUIRED' },
  ])
  expect(codesOffForm.safeParse({ password: 'Zebre-Lune-41', code: '123456' }).success).toBe(true)
})
