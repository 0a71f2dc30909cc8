import { useTranslation } from 'react-i18next'
import { importFaults } from '#domain/organization/user-import.ts'
import { defaultText } from '#domain/kernel/text-limits.ts'
import type { ImportLineFault } from '#sync/calls/user-import.ts'
import { codeText } from '#web/lib/error-text.ts'

/** Says what is wrong with a line of a file. */
export function useFaultText(): (fault: ImportLineFault) => string {
  const { t, i18n } = useTranslation('user')
  return ({ column, code, otherLine = 0 }) => {
    const own = importFaults.find((one) => one === code)
    if (own !== undefined) return t(($) => $.import.fault[own], { column: column ?? '', line: otherLine })
    const text = codeText(i18n, code, { ...defaultText }) ?? t(($) => $.form.invalid)
    return column === null ? text : t(($) => $.import.fault.field, { column, text })
  }
}
