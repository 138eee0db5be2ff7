import { type Brand, type BrandId, brandOf } from '../theme/brands.ts'

/** The sheet of Steading is in every page; another brand's is fetched before the first paint of its host. */
const sheets: Readonly<Record<BrandId, () => Promise<unknown>>> = {
  steading: () => Promise.resolve(),
  fieldnode: () => import('../theme/tokens/fieldnode.gen.css'),
  leziria: () => import('../theme/tokens/leziria.gen.css'),
}

/** The brand of this host: the first label of its name, white labels being data; a test has no host. */
export const brand: Brand = brandOf(typeof location === 'undefined' ? undefined : location.hostname.split('.')[0])

export async function wear({ id, title }: Brand): Promise<void> {
  await sheets[id]()
  document.documentElement.dataset.theme = id
  document.title = title
}
