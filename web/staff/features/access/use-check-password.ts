import { useQuery } from '@tanstack/react-query'
import { checkNewPassword, type PasswordError, type PasswordSurroundings } from '#domain/access/password.ts'

/** What is wrong with a new password; null: nothing that is known here. */
export type CheckPassword = (password: string, email?: string) => PasswordError | null

/** Judges new passwords as the server does; the list of common ones is fetched with the first form that asks for one. */
export function useCheckPassword({ email, accountName }: Omit<PasswordSurroundings, 'common'>): CheckPassword {
  const { data: common = null } = useQuery({
    queryKey: ['access', 'common-passwords'],
    queryFn: async () => (await import('#domain/access/common-passwords.ts')).createCommonPasswords(),
    staleTime: Infinity,
    structuralSharing: false,
    retry: false,
    refetchOnWindowFocus: false,
  })
  return (password, typedEmail = email) => {
    const checked = checkNewPassword(password, { email: typedEmail, accountName, common })
    return checked.ok ? null : checked.error
  }
}
