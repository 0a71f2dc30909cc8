import type { Engine } from '#web/local/engine/engine.ts'
import { useEngineAnswer, useEngineRead, type EngineAnswer } from '#web/local/engine/engine-reads.ts'
import type { PackageContent, PackageView } from '#web/local/copy/package-view.ts'

/** The packages of this device's places, or that the copy fails; null where it has no copy. */
export function useReadPackages(engine: Engine): EngineAnswer<readonly PackageView[] | null> {
  return useEngineAnswer<readonly PackageView[] | null>(engine, 'packages', engine.packages)
}

/** The packages of this device's places; null where it has no copy, undefined until they are read. */
export function usePackages(engine: Engine): readonly PackageView[] | null | undefined {
  return useReadPackages(engine).value
}

/** A package with its items, or that the copy fails; null where the device does not know it. */
export function useReadPackage(engine: Engine, id: string | undefined): EngineAnswer<PackageContent | null> {
  return useEngineAnswer(engine, `package:${id ?? ''}`, async () => (id === undefined ? null : engine.package(id)))
}

/** A package with its items; null where the device does not know it, undefined until it is read. */
export function usePackage(engine: Engine, id: string | undefined): PackageContent | null | undefined {
  return useReadPackage(engine, id).value
}

/** Whether this device has a number left for a package; undefined until it is read. */
export function useHasNumber(engine: Engine, packageId: string): boolean | undefined {
  return useEngineRead(engine, packageId, async () => (await engine.packageNumber(packageId)) !== null)
}
