"""Names of types, for annotations."""

from numpy import ndarray as NDArray  # noqa: N812

ArrayLike = NDArray
__all__ = ["ArrayLike", "NDArray"]
