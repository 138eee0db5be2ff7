import { MOST_COUNTED, type Page } from '@steading/contract/http/paging'

/** The last page that there is, counted from 0; of a list that is not counted to its end, the last that is. */
export const lastPage = ({ totalElements, size }: Pick<Page<unknown>, 'totalElements' | 'size'>): number =>
  Math.max(0, Math.ceil(Math.min(totalElements, MOST_COUNTED) / size) - 1)

/** The numbers on the page buttons: at most `most`, around the present page, always full where there are enough pages. */
export function pageButtons(current: number, pages: number, most = 5): number[] {
  const count = Math.min(most, pages)
  const first = Math.max(0, Math.min(current - Math.floor(count / 2), pages - count))
  return Array.from({ length: count }, (_, at) => first + at)
}
