// A module of Node that is loaded when it is first used. Some take as long to load as a small file to prune.

export function lazyBuiltin(load: () => object): object {
  let loaded: object | undefined
  const real = () => {
    loaded ??= load()
    return loaded
  }
  return new Proxy(
    {},
    {
      get: (_, key) => Reflect.get(real(), key),
      has: (_, key) => Reflect.has(real(), key),
      ownKeys: () => Reflect.ownKeys(real()),
      getOwnPropertyDescriptor: (_, key) => {
        const found = Reflect.getOwnPropertyDescriptor(real(), key)
        // A proxy may report only what its target could have.
        return found && { ...found, configurable: true }
      },
    },
  )
}
