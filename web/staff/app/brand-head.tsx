import { useEffect } from 'react'
import type { Brand } from '#web/lib/brand.ts'
import { useAccountFace } from './use-brand.ts'

const ownIcon = '/icons/icon.svg'

/** Title, favicon and browser colour of the account. */
export function BrandHead({ brand }: { readonly brand: Brand }) {
  const { name, favicon } = useAccountFace()
  useEffect(() => {
    if (name) document.title = name
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (icon) {
      icon.type = favicon ? '' : 'image/svg+xml'
      icon.href = favicon ?? ownIcon
    }
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', brand.brand)
  }, [name, favicon, brand.brand])
  return null
}
