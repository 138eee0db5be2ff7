import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'

export const LazyHouseChoice = lazyComponent(() => import('./HouseChoice.tsx'))
export const LazyEmptyWidget = lazyComponent(() => import('./EmptyWidget.tsx'))
export const LazyLinkHouses = lazyComponent(() => import('./LinkHouses.tsx'))
