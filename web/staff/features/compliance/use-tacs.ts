import { useQuery } from '@tanstack/react-query'
import { isImei, tacOf, type TacKnowledge } from '#domain/kernel/imei.ts'
import { searchProductsCall, type ControlProduct } from '#sync/calls/compliance.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useIsOnline } from '#web/local/engine/engine-context.tsx'

const nothing: TacKnowledge = { isKnown: null, ofModel: null }

/**
 * What the catalog says of the type of a typed IMEI for the model in hand. The device keeps the types of models that it
 * has found itself; those of a declared one are the server's, so that without a network nothing is said of them.
 */
export function useTacs(imei: string, declaredId: string | null, found: ControlProduct | null): TacKnowledge {
  const http = useHttp()
  const online = useIsOnline()
  const tac = tacOf(imei)
  const isAsked = online && found === null && declaredId !== null && isImei(imei)
  const { data } = useQuery({
    queryKey: ['control', 'tac', tac, declaredId],
    queryFn: ({ signal }) =>
      http(searchProductsCall, { query: { search: tac, ...(declaredId === null ? {} : { declaredId }) }, signal }),
    enabled: isAsked,
  })
  if (found !== null) return { isKnown: null, ofModel: found.tacs.length > 0 ? found.tacs : null }
  return isAsked && data !== undefined && declaredId !== null ? tacsOf(data.products, tac, declaredId) : nothing
}

/** What an answer about a type allocation code says; where no model of the account has any, it says nothing. */
export function tacsOf(
  products: readonly Pick<ControlProduct, 'id' | 'tacs'>[],
  tac: string,
  declaredId: string,
): TacKnowledge {
  const ofModel = products.find(({ id }) => id === declaredId)?.tacs ?? []
  const isKnown = products.some(({ tacs }) => tacs.includes(tac))
  if (ofModel.length === 0 && !isKnown) return nothing
  return { isKnown: () => isKnown, ofModel }
}
