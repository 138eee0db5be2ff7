import { useEffect } from 'react'
import { type Brand, type BrandId, brandIdOf } from '../../theme/brand.ts'
import { steading } from '../../theme/brands/steading.ts'
import { store, useStore } from '../store.ts'

/** Loaders by brand. The style sheet of Steading is in every page; another brand loads its own before the first paint. */
const loaded: Readonly<Record<BrandId, () => Promise<Brand>>> = {
  steading: () => Promise.resolve(steading),
  staging: () =>
    Promise.all([import('../../theme/brands/staging.ts'), import('../../theme/tokens/staging.gen.css')]).then(
      ([{ staging }]) => staging,
    ),
  leziria: () =>
    Promise.all([import('../../theme/brands/leziria.ts'), import('../../theme/tokens/leziria.gen.css')]).then(
      ([{ leziria }]) => leziria,
    ),
  montado: () =>
    Promise.all([import('../../theme/brands/montado.ts'), import('../../theme/tokens/montado.gen.css')]).then(
      ([{ montado }]) => montado,
    ),
  vale: () =>
    Promise.all([import('../../theme/brands/vale.ts'), import('../../theme/tokens/vale.gen.css')]).then(([{ vale }]) => vale),
  fieldnode: () =>
    Promise.all([import('../../theme/brands/fieldnode.ts'), import('../../theme/tokens/fieldnode.gen.css')]).then(
      ([{ fieldnode }]) => fieldnode,
    ),
  livinglab: () =>
    Promise.all([import('../../theme/brands/livinglab.ts'), import('../../theme/tokens/livinglab.gen.css')]).then(
      ([{ livinglab }]) => livinglab,
    ),
}

/** Brand by the first label of the host name; undefined host in tests. */
const ofHost = brandIdOf(typeof location === 'undefined' ? undefined : location.hostname.split('.')[0])

/** The brand of the page: that of its host, once loaded. */
export let brand: Brand = steading
const activeBrand = store<Brand>(steading)
/** The brand, for components that render again when it changes. */
export const useBrand = (): Brand => useStore(activeBrand)

/** Applies a brand to the page; by default that of the host. */
export async function applyBrand(id: BrandId = ofHost): Promise<void> {
  brand = await loaded[id]()
  activeBrand.set(brand)
  document.documentElement.dataset.theme = id
  setDocumentTitle()
}

let page = ''
/** Sets the document title: the title of the page, then that of the brand. */
export function setDocumentTitle(title = page) {
  page = title
  document.title = page ? `${page} · ${brand.title}` : brand.title
}
export const useTabTitle = (title: string) =>
  useEffect(() => {
    setDocumentTitle(title)
    return () => setDocumentTitle('')
  }, [title])
