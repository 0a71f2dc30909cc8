import { describe, expect, it } from 'vitest'
import { changePasswordForm, newPasswordForm, signInForm } from './access-forms.ts'

const messages = (schema: typeof signInForm | typeof newPasswordForm | typeof changePasswordForm, value: object) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message) ?? []

describe('the forms of access', () => {
  it('ask for an e-mail that is one and for a password', () => {
    expect(messages(signInForm, { email: '', password: '' })).toEqual(['FORM_REQUIRED', 'FORM_REQUIRED'])
    expect(messages(signInForm, { email: 'a@', password: 'x' })).toEqual(['FORM_EMAIL_INVALID'])
    expect(messages(signInForm, { email: ' a@b.example ', password: 'x' })).toEqual([])
  })

  it('name the first broken rule of a new password', () => {
    const of = (password: string) => messages(newPasswordForm, { password, repeated: password })
    expect(of('Ab1')).toEqual(['PASSWORD_TOO_SHORT'])
    expect(of('ABCDEFG1')).toEqual(['PASSWORD_NEEDS_LOWERCASE'])
    expect(of('abcdefg1')).toEqual(['PASSWORD_NEEDS_UPPERCASE'])
    expect(of('Abcdefgh')).toEqual(['PASSWORD_NEEDS_DIGIT'])
    expect(of('Abcdefg1')).toEqual([])
  })

  it('refuse a repeated password that differs', () => {
    expect(messages(newPasswordForm, { password: 'Abcdefg1', repeated: 'Abcdefg2' })).toEqual(['FORM_PASSWORD_DIFFERS'])
  })

  it('refuse a new password that is the old one', () => {
    const same = { current: 'Abcdefg1', password: 'Abcdefg1', repeated: 'Abcdefg1' }
    expect(messages(changePasswordForm, same)).toEqual(['PASSWORD_SAME_AS_OLD'])
  })
})
