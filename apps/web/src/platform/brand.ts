import { useEffect } from 'react'
import { type Brand, type BrandId, brandIdOf } from '../theme/brand.ts'
import { steading } from '../theme/brands/steading.ts'
import { store, useStore } from './store.ts'

/** Steading's sheet is in every page; another brand comes with its own before the first paint of its host. */
const loaded: Readonly<Record<BrandId, () => Promise<Brand>>> = {
  steading: () => Promise.resolve(steading),
  staging: () =>
    Promise.all([import('../theme/brands/staging.ts'), import('../theme/tokens/staging.gen.css')]).then(
      ([{ staging }]) => staging,
    ),
  leziria: () =>
    Promise.all([import('../theme/brands/leziria.ts'), import('../theme/tokens/leziria.gen.css')]).then(
      ([{ leziria }]) => leziria,
    ),
  montado: () =>
    Promise.all([import('../theme/brands/montado.ts'), import('../theme/tokens/montado.gen.css')]).then(
      ([{ montado }]) => montado,
    ),
  vale: () => Promise.all([import('../theme/brands/vale.ts'), import('../theme/tokens/vale.gen.css')]).then(([{ vale }]) => vale),
  fieldnode: () =>
    Promise.all([import('../theme/brands/fieldnode.ts'), import('../theme/tokens/fieldnode.gen.css')]).then(
      ([{ fieldnode }]) => fieldnode,
    ),
  livinglab: () =>
    Promise.all([import('../theme/brands/livinglab.ts'), import('../theme/tokens/livinglab.gen.css')]).then(
      ([{ livinglab }]) => livinglab,
    ),
}

/** The brand of this host: the first label of its name, white labels being data; a test has no host. */
const ofHost = brandIdOf(typeof location === 'undefined' ? undefined : location.hostname.split('.')[0])

/** What the page wears: that of its host, once it is there. */
export let brand: Brand = steading
const worn = store<Brand>(steading)
/** The same, for what is drawn anew when another is put on. */
export const useBrand = (): Brand => useStore(worn)

/** Puts a brand on the page; that of the host if no other is asked for. */
export async function wear(id: BrandId = ofHost): Promise<void> {
  brand = await loaded[id]()
  worn.set(brand)
  document.documentElement.dataset.theme = id
  entitle()
}

let page = ''
/** What the page says of itself stands before the brand in the title of its tab, whichever brand it wears. */
export function entitle(said = page) {
  page = said
  document.title = page ? `${page} · ${brand.title}` : brand.title
}
export const useTabTitle = (said: string) =>
  useEffect(() => {
    entitle(said)
    return () => entitle('')
  }, [said])
