// Sets a member of an object, whatever its name.

/** Plain assignment of `__proto__` would change the object's prototype. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value
  else {
    const property = { value, enumerable: true, configurable: true, writable: true }
    Object.defineProperty(target, key, property)
  }
}
