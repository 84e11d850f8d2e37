# A peer that fell behind is dialled again by the transport itself.
