import type { Engine } from '#web/local/engine.ts'
import { useEngineRead } from '#web/local/engine-reads.ts'
import type { PackageContent, PackageView } from '#web/local/package-view.ts'

/** The packages of this device's places; null where it has no copy, undefined until they are read. */
export function usePackages(engine: Engine): readonly PackageView[] | null | undefined {
  return useEngineRead(engine, 'packages', engine.packages)
}

/** A package with its items; null where the device does not know it, undefined until it is read. */
export function usePackage(engine: Engine, id: string | undefined): PackageContent | null | undefined {
  return useEngineRead(engine, `package:${id ?? ''}`, async () => (id === undefined ? null : engine.package(id)))
}

/** Whether this device has a number left for a package; undefined until it is read. */
export function useHasNumber(engine: Engine, packageId: string): boolean | undefined {
  return useEngineRead(engine, packageId, async () => (await engine.packageNumber(packageId)) !== null)
}
